// Sounds, synthesized without files. The module is loaded for the first sound.

/**
 * A tone: its first and last frequency in hertz, its start time and its duration in seconds.
 * @typedef {{ from: number, to: number, at: number, length: number, volume: number, shape: OscillatorType }} Tone
 */

/** @param {number} from @param {number} to @param {number} at @param {number} length @param {number} volume @param {OscillatorType} [shape] @returns {Tone} */
const tone = (from, to, at, length, volume, shape = 'sine') => ({ from, to, at, length, volume, shape });

/** The tones of each sound. */
export const SOUNDS = {
  /** A move. */
  move: [tone(320, 90, 0, 0.09, 0.3)],
  /** A capture. */
  capture: [tone(420, 110, 0, 0.08, 0.3, 'triangle'), tone(300, 80, 0.07, 0.1, 0.3)],
  /** The user's turn. */
  turn: [tone(520, 520, 0, 0.09, 0.12), tone(690, 690, 0.1, 0.14, 0.12)],
  /** The match is over. */
  end: [tone(523, 523, 0, 0.16, 0.16), tone(659, 659, 0.15, 0.16, 0.16), tone(784, 784, 0.3, 0.34, 0.16)],
  /** Little time is left. */
  low: [tone(880, 880, 0, 0.07, 0.16, 'square'), tone(880, 880, 0.14, 0.07, 0.16, 'square')],
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** @type {AudioContext | undefined} */
let context;

/** Plays a sound. @param {Sound} name */
export function play(name) {
  const audio = (context ??= new AudioContext());
  // Browsers block sounds until the first user input.
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  for (const { from, to, at, length, volume, shape } of SOUNDS[name]) {
    const [source, gain] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + at;
    source.type = shape;
    source.frequency.setValueAtTime(from, begin);
    source.frequency.exponentialRampToValueAtTime(to, begin + length);
    gain.gain.setValueAtTime(volume, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    source.connect(gain).connect(audio.destination);
    source.start(begin);
    source.stop(begin + length);
  }
}
