import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('../web/ui/tokens.css', import.meta.url), 'utf8')
const root = css.slice(css.indexOf(':root {'), css.indexOf('@theme inline'))
const [lightText, darkText] = root.split('@variant dark {') as [string, string]
const readColors = (text: string) =>
  Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name!, color!]))
const light = readColors(lightText)
const dark = readColors(darkText)
const themes = { light, dark: { ...light, ...dark } }

/** Relative luminance as WCAG 2.2 defines it, from 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken']
/** Colours of text, and what is behind them. */
const texts: Record<string, string[]> = {
  ink: [...surfaces, 'soft', 'ok-soft', 'warn-soft', 'bad-soft', 'neutral-soft'],
  'ink-2': [...surfaces, 'soft', 'neutral-soft'],
  muted: [...surfaces, 'soft'],
  link: [...surfaces, 'soft'],
  ok: [...surfaces, 'ok-soft'],
  warn: [...surfaces, 'warn-soft'],
  bad: [...surfaces, 'bad-soft'],
  neutral: [...surfaces, 'neutral-soft'],
  'on-brand': ['brand', 'brand-hover', 'bad-fill', 'bad-hover'],
}

test('both themes have a colour for every text and surface', () => {
  const used = [...Object.keys(texts), ...Object.values(texts).flat(), 'field']
  assert.deepEqual(
    used.filter((name) => !light[name]),
    [],
  )
  // White on the brand is the same in both.
  assert.deepEqual(
    used.filter((name) => !dark[name] && name !== 'on-brand'),
    [],
  )
})

for (const [theme, colors] of Object.entries(themes)) {
  const findLow = (text: string, behind: string[], least: number) =>
    behind
      .map((name) => ({ name, ratio: contrast(colors[text]!, colors[name]!) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ name, ratio }) => `${text} on ${name}: ${ratio.toFixed(2)}`)

  test(`text of the ${theme} theme has a contrast of at least 4.5`, () => {
    assert.deepEqual(
      Object.entries(texts).flatMap(([text, behind]) => findLow(text, behind, 4.5)),
      [],
    )
  })

  test(`the border of fields in the ${theme} theme has a contrast of at least 3`, () => {
    assert.deepEqual(findLow('field', ['surface', 'raised', 'sunken'], 3), [])
  })
}
