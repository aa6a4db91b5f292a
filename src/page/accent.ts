/** A color of a site in the light and the dark theme. */
export type Accent = { light: string; dark: string }

type Rgb = [number, number, number]

/** The backgrounds of the page (look/tokens.css), and the contrast that text in the color has on them at least. */
const surfaces = { light: '#fdfcfa', dark: '#161a1b' }
const minContrast = 5

/**
 * A brand color such as `#ff5500` made readable in both themes: darkened until it contrasts with the light
 * background, and lightened for the dark one.
 */
export const readableAccent = (color: string): Accent => ({
  light: shift(toRgb(color), 0, toRgb(surfaces.light)),
  dark: shift(toRgb(color), 255, toRgb(surfaces.dark)),
})

/** The color as CSS, for whichever theme applies. */
export const toCss = ({ light, dark }: Accent) => `light-dark(${light},${dark})`

/** The contrast of two colors, from 1 to 21 (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(toRgb(one)), luminance(toRgb(other))].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function shift(color: Rgb, target: number, surface: Rgb): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = toHex(color.map((part) => Math.round(part + (target - part) * share)) as Rgb)
    if (contrastOf(mixed, toHex(surface)) >= minContrast) return mixed
  }
  return toHex([target, target, target])
}

const toRgb = (hex: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb

const toHex = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
