// The storage of the browser: values as JSON, by their names.

/** The storage that all tabs share, and that of this tab. */
export const [local, session] = storages();

/** Whether games outlast the page. */
export const lasting = local instanceof (globalThis.Storage ?? Object);

function storages() {
  try {
    if (localStorage && sessionStorage) return [localStorage, sessionStorage];
  } catch {
    // site data is blocked; a program that shows pages without storage has null
  }
  return [memory(), memory()];
}

/** Storage that lasts as long as the page. As with the browser's, its own properties are the items. @returns {Storage} */
function memory() {
  return Object.create({
    /** @this {any} @param {string} key */
    getItem(key) {
      return this[key] ?? null;
    },
    /** @this {any} @param {string} key @param {string} value */
    setItem(key, value) {
      this[key] = value;
    },
    /** @this {any} @param {string} key */
    removeItem(key) {
      delete this[key];
    },
  });
}

/** Reads a value, whatever has become of it. @param {Storage} from @param {string} key @returns {any} */
export function read(from, key) {
  try {
    return JSON.parse(from.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes a value, and returns whether there was room. @param {Storage} to @param {string} key @param {unknown} value */
export function write(to, key, value) {
  try {
    to.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is full: the address still has the game
  }
}
