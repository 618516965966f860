// The menu of the page.

import { classroomDialog } from './classroom.js';
import { gamesDialog, helpDialog } from './dialogs.js';
import { openFiles } from './files.js';
import { newGameDialog } from './newgame.js';
import { settingsDialog } from './settings.js';
import { shareDialog } from './share.js';
import { canQuit, quit } from './program.js';
import { t } from './texts.js';
import { button, part } from './ui.js';

/** @param {import('./app.js').App} app */
export const menu = (app) =>
  part(
    {},
    button(t('newGame'), () => newGameDialog(app), { icon: '✚', key: 'N', short: t('newShort'), id: 'new-game' }),
    button(t('open'), () => openFiles(app), { icon: '⤓', key: 'O', id: 'open' }),
    button(t('edit'), () => app.editor.choose(), { icon: '✎', id: 'edit' }),
    button(t('course'), () => app.course.choose(), { icon: '✦', short: t('courseShort'), id: 'course' }),
    button(t('puzzles'), () => app.puzzles.choosePuzzles(), { icon: '★', key: 'P', id: 'puzzles' }),
    app.offers.classroom &&
      button(t('classroom'), () => classroomDialog(app), { icon: '☷', short: t('classroomShort'), id: 'classroom' }),
    button(t('share'), () => shareDialog(app), { icon: '⤴', id: 'share' }),
    button(t('games'), () => gamesDialog(app), { icon: '☰', short: t('gamesShort'), id: 'games' }),
    button(t('settings'), () => settingsDialog(app), { icon: '⚙', id: 'settings' }),
    button(t('help'), () => helpDialog(app), { icon: '?', key: '?', id: 'help' }),
    canQuit(app) && button(t('quit'), () => quit(app), { icon: '✕', id: 'quit' }),
  );
