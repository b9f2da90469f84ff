// Sounds of the table by material, synthesized from noise and tones. ../volume.js loads this script when
// the volume is not 0. A sound is never the only sign of an event.

const MAX_GAIN = 0.5; // at full volume
const STEPS = 4; // of the volume

// Parts of a sound: noise in a band around `noise` Hz, or a tone of `tone` Hz (gliding to `to`), that
// begins after `after` seconds and fades out within `last`.
const knock = (noise, tone, after = 0, gain = 1) => [
  { noise, q: 3, last: 0.07, gain: 0.9 * gain, after },
  { tone, to: tone * 0.8, last: 0.06, gain: 0.35 * gain, after },
];
const ring = (tone, after = 0, last = 0.3, gain = 0.12) => [
  { tone, last, gain, after },
  { tone: tone * 2.76, last: last / 2, gain: gain / 2, after },
];
const swish = (noise, after = 0, last = 0.13, gain = 0.5) => [{ noise, q: 0.8, last, gain, after, rise: 0.03 }];
export const SOUNDS = {
  wood: knock(900, 210),
  tile: [...knock(500, 140), ...swish(2400, 0.02, 0.06, 0.15)],
  disc: knock(1500, 320, 0, 0.7),
  card: swish(3200),
  paper: [...swish(4200, 0, 0.1, 0.3), ...swish(5200, 0.08, 0.12, 0.3)],
  coin: [...ring(2093), ...ring(2637, 0.05)],
  dice: [0, 0.06, 0.13, 0.18, 0.26].flatMap((after, n) => knock(1300 + 170 * n, 260, after, 1 - n * 0.14)),
  bag: [...swish(700, 0, 0.2, 0.6), ...knock(600, 150, 0.16, 0.4)],
  step: knock(1900, 420, 0, 0.5),
  stamp: [...knock(260, 90, 0, 1.2), ...swish(1800, 0.01, 0.05, 0.2)],
  turn: [...ring(659.3, 0, 0.35, 0.16), ...ring(987.8, 0.13, 0.45, 0.16)],
  highlight: [392, 587.3].flatMap((tone, n) => ring(tone, n * 0.1, 0.32, 0.13)),
  end: [523.3, 659.3, 784, 1046.5].flatMap((tone, n) => ring(tone, n * 0.09, 0.3, 0.13)),
};

/** @type {AudioContext | null} */
let audio = null;
let noiseBuffer = null; // a second of noise, the same each time

function noiseOf(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let n = 0; n < samples.length; n++) {
    state = (state * 16807) % 2147483647;
    samples[n] = state / 1073741823.5 - 1;
  }
  return buffer;
}

function schedulePart(context, out, start, { noise, q, tone, to, last, gain, after, rise }) {
  const at = start + after;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(rise ? 0.001 : gain, at);
  if (rise) loudness.gain.exponentialRampToValueAtTime(gain, at + rise);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + last);
  let source;
  if (tone) {
    source = context.createOscillator();
    source.frequency.setValueAtTime(tone, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + last);
    source.connect(loudness);
  } else {
    source = context.createBufferSource();
    source.buffer = noiseBuffer;
    const band = context.createBiquadFilter();
    Object.assign(band, { type: "bandpass" });
    band.frequency.value = noise;
    band.Q.value = q ?? 1;
    source.connect(band).connect(loudness);
  }
  loudness.connect(out);
  source.start(at);
  source.stop(at + last);
}

function scheduleSound(context, name, at, volume) {
  noiseBuffer ??= noiseOf(context);
  const whole = context.createGain();
  whole.gain.value = (MAX_GAIN * volume ** 2) / STEPS ** 2;
  whole.connect(context.destination);
  for (const one of SOUNDS[name]) schedulePart(context, whole, at, one);
}

/**
 * The samples of a sound, from −1 to 1, for tests.
 *
 * @param {string} name
 */
export async function renderSound(name) {
  const context = new OfflineAudioContext(1, 44_100, 44_100);
  scheduleSound(context, name, 0, STEPS);
  return (await context.startRendering()).getChannelData(0);
}

/**
 * Play a sound after so many seconds.
 *
 * @param {string} name
 * @param {number} volume
 */
export async function playSound(name, volume, after = 0) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") await audio.resume();
  scheduleSound(audio, name, audio.currentTime + after, volume);
}
