// Sounds made by arithmetic: wood on wood.

/** @type {AudioContext | null} */
let context = null;

/** @type {AudioBuffer | null} */
let noise = null;

/** @param {AudioContext} c */
function noiseOf(c) {
  if (noise) return noise;
  noise = c.createBuffer(1, c.sampleRate / 5, c.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return noise;
}

/**
 * A knock: a burst of filtered noise.
 * @param {AudioContext} c @param {number} at @param {number} pitch @param {number} gain
 */
function knock(c, at, pitch, gain) {
  const source = c.createBufferSource();
  source.buffer = noiseOf(c);
  const filter = c.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  const volume = c.createGain();
  volume.gain.setValueAtTime(gain, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
  source.connect(filter).connect(volume).connect(c.destination);
  source.start(at);
  source.stop(at + 0.15);
}

/** @param {AudioContext} c @param {number} at @param {number} pitch @param {number} length */
function tone(c, at, pitch, length) {
  const source = c.createOscillator();
  source.type = 'triangle';
  source.frequency.value = pitch;
  const volume = c.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.14, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(volume).connect(c.destination);
  source.start(at);
  source.stop(at + length);
}

/**
 * Makes a sound. Browsers are silent until the user has done something.
 * @param {'move' | 'capture' | 'check' | 'end' | 'wrong'} kind
 */
export function play(kind) {
  try {
    const active = navigator.userActivation?.hasBeenActive;
    if (!context && active === false) return; // a browser would complain
    context ??= new AudioContext();
    const c = context;
    if (c.state !== 'running') {
      c.resume().catch(() => {});
      if (c.state === 'suspended' && !active) return;
    }
    const now = c.currentTime + 0.01;
    switch (kind) {
      case 'capture':
        knock(c, now, 700, 1.6);
        knock(c, now + 0.06, 420, 1.4);
        break;
      case 'check':
        [880, 660].forEach((f, i) => tone(c, now + 0.08 + 0.12 * i, f, 0.22));
        break;
      case 'end':
        [523, 659, 784].forEach((f, i) => tone(c, now + 0.14 * i, f, 0.4));
        break;
      case 'wrong':
        tone(c, now, 196, 0.18);
        break;
      default:
        knock(c, now, 1000, 1.1);
    }
  } catch {
    // no sound here
  }
}
