/** A colour as `#RRGGBB`. */
export type HexColor = string

/** Colours made of a business's brand colour for one theme, readable on its backgrounds (WCAG 2.2 AA). */
export interface BrandShades {
  /** Background of buttons, and rings of focus: at least 3:1 against the page. */
  fill: HexColor
  hover: HexColor
  /** Text on `fill` and on `hover`: white or black, at least 4.5:1. */
  onFill: HexColor
  /** Text of links: at least 4.5:1 against the page and against `soft`. */
  link: HexColor
  /** Background of a selected choice. */
  soft: HexColor
}

/** Path of the stylesheet with the shades of a brand colour. Pages allow no inline styles. */
export const brandStylesheetPath = (color: HexColor) => `/brand/${color.slice(1).toLowerCase()}.css`

const white = '#FFFFFF'
const black = '#000000'

/** Backgrounds of payers' pages and emails, on which the shades have to be readable (`web/ui/tokens.css`). */
const themes = {
  light: { page: '#F5F6F8', sheet: '#FFFFFF', towards: black, softShare: 0.1 },
  dark: { page: '#182031', sheet: '#151C2A', towards: white, softShare: 0.22 },
}

/** Shades of a brand colour in both themes. A colour that is too faint for a theme is moved towards black or white. */
export const brandShades = (color: HexColor): Record<keyof typeof themes, BrandShades> => ({
  light: shadesFor(color, 'light'),
  dark: shadesFor(color, 'dark'),
})

function shadesFor(color: HexColor, name: keyof typeof themes): BrandShades {
  const { page, sheet, towards, softShare } = themes[name]
  const fill = moveUntil(color, towards, (moved) => contrast(moved, page) >= 3)
  const onFill = contrast(fill, white) >= 4.5 ? white : black
  const soft = mix(sheet, color, softShare)
  return {
    fill,
    hover: mix(fill, onFill === white ? black : white, 0.16),
    onFill,
    link: moveUntil(color, towards, (moved) => contrast(moved, page) >= 4.5 && contrast(moved, soft) >= 4.5),
    soft,
  }
}

/** Moves a colour in steps of 4 % towards black or white until it is readable. */
function moveUntil(color: HexColor, towards: HexColor, isReadable: (moved: HexColor) => boolean): HexColor {
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(color, towards, share)
    if (isReadable(moved)) return moved
  }
  return towards
}

const channels = (color: HexColor) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function mix(color: HexColor, other: HexColor, share: number): HexColor {
  const added = channels(other)
  const mixed = channels(color).map((value, index) => Math.round(value + (added[index]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Contrast ratio of two colours by WCAG, from 1 to 21. */
export function contrast(one: HexColor, other: HexColor): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(color: HexColor): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
