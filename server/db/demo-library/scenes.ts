import { box, crescent, disc, hill, type Colour, type Scene, type Shape } from './paint.ts'

const cream: Colour = [255, 244, 224]
const night: Colour = [38, 34, 84]
const violet: Colour = [124, 108, 240]
const rose: Colour = [240, 143, 180]
const peach: Colour = [255, 200, 160]
const leaf: Colour = [92, 158, 120]
const deep: Colour = [52, 60, 110]

const at = (x: number, y: number, radius: number, colour: Colour, more: Partial<Shape> = {}) => ({
  inside: disc(x, y, radius),
  colour,
  ...more,
})

/** The pictures of the demo library, in the app's colours; each is 16 to 9. */
export const scenes = {
  night: {
    top: night,
    bottom: [92, 78, 160],
    shapes: [
      at(1.36, 0.3, 0.26, [120, 110, 200], { soft: 0.3, opacity: 0.6 }),
      { inside: crescent(disc(1.36, 0.3, 0.13), disc(1.29, 0.26, 0.12)), colour: cream },
      ...[0.2, 0.46, 0.7, 0.95, 1.12].map((x, i) =>
        at(x, 0.12 + 0.09 * (i % 3), 0.006 + 0.002 * (i % 2), cream),
      ),
      { inside: hill(0.78, 0.05, 3), colour: [60, 54, 124] },
      { inside: hill(0.88, 0.04, 4, 2), colour: [40, 36, 92] },
    ],
  },
  feelings: {
    top: [255, 236, 226],
    bottom: [246, 214, 232],
    shapes: [
      at(0.42, 0.5, 0.27, rose, { opacity: 0.75 }),
      at(0.78, 0.42, 0.24, violet, { opacity: 0.65 }),
      at(1.1, 0.56, 0.25, peach, { opacity: 0.8 }),
      at(1.42, 0.42, 0.2, leaf, { opacity: 0.6 }),
    ],
  },
  breakfast: {
    top: [255, 226, 178],
    bottom: [255, 246, 232],
    shapes: [
      at(0.34, 0.26, 0.3, [255, 214, 120], { soft: 0.25, opacity: 0.8 }),
      { inside: box([0, 0.72, 1.8, 1.1], 0.01), colour: [196, 140, 104] },
      at(0.98, 0.7, 0.3, [255, 255, 255]),
      at(0.98, 0.7, 0.24, [240, 244, 250]),
      at(0.93, 0.68, 0.13, [255, 252, 244]),
      at(0.93, 0.68, 0.06, [250, 182, 50]),
      { inside: box([1.02, 0.58, 1.16, 0.78], 0.05), colour: [214, 150, 92] },
    ],
  },
  breath: {
    top: [176, 216, 226],
    bottom: [240, 236, 220],
    shapes: [
      ...[0.42, 0.32, 0.22, 0.12].map((radius, i) =>
        at(0.89, 0.44, radius, i % 2 ? [255, 255, 255] : violet, {
          opacity: 0.22 + 0.08 * i,
          soft: 0.03,
        }),
      ),
      { inside: hill(0.82, 0.03, 5), colour: [120, 178, 160] },
      { inside: hill(0.9, 0.02, 7, 1), colour: leaf },
    ],
  },
  study: {
    top: [232, 234, 252],
    bottom: [210, 214, 244],
    shapes: [
      at(0.3, 0.2, 0.34, [255, 232, 170], { soft: 0.3, opacity: 0.9 }),
      { inside: box([0, 0.78, 1.8, 1.1], 0.01), colour: deep },
      { inside: box([0.5, 0.66, 1.2, 0.78], 0.02), colour: rose },
      { inside: box([0.56, 0.55, 1.14, 0.66], 0.02), colour: leaf },
      { inside: box([0.6, 0.45, 1.1, 0.55], 0.02), colour: violet },
      { inside: box([1.32, 0.6, 1.46, 0.78], 0.03), colour: cream },
    ],
  },
  table: {
    top: [250, 224, 208],
    bottom: [244, 206, 196],
    shapes: [
      at(0.89, 0.54, 0.5, [170, 104, 92]),
      at(0.89, 0.54, 0.46, [196, 128, 108]),
      ...[0, 1, 2, 3, 4, 5].map((i) =>
        at(0.89 + 0.32 * Math.cos(i * 1.047), 0.54 + 0.3 * Math.sin(i * 1.047), 0.09, cream),
      ),
      at(0.89, 0.54, 0.15, [236, 240, 248]),
      at(0.89, 0.54, 0.12, [226, 120, 70]),
    ],
  },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
