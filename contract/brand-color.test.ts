import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandShades, contrast } from './brand-color.ts'

const steps = ['00', '33', '66', '99', 'CC', 'FF']
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

test('text and buttons in any brand colour are readable in both themes', () => {
  const pages = { light: ['#FFFFFF', '#F5F6F8'], dark: ['#0C111B', '#121926', '#182031', '#151C2A'] }
  for (const color of colors)
    for (const [theme, { fill, hover, onFill, link, soft }] of Object.entries(brandShades(color))) {
      const where = `${color}, ${theme}`
      for (const shade of [fill, hover]) assert.ok(contrast(shade, onFill) >= 4.5, `button ${where}`)
      for (const page of pages[theme as 'light' | 'dark']) {
        assert.ok(contrast(fill, page) >= 3, `fill ${where}`)
        assert.ok(contrast(link, page) >= 4.5, `link ${where}`)
      }
      assert.ok(contrast(link, soft) >= 4.5, `soft ${where}`)
    }
})

test('a brand colour that is readable stays as it is', () => {
  assert.equal(brandShades('#7A1FA2').light.fill, '#7A1FA2')
  assert.equal(brandShades('#FFC107').dark.fill, '#FFC107')
  assert.equal(brandShades('#FFC107').dark.onFill, '#000000')
})
