/** Generates the SVG files of `web/art`: `node web/build/draw-art.ts`. They are committed, so that a build needs no extra step
 * and a change of a pattern is visible in review. The PNG icons of the installed app are the favicon at their size; those that the system
 * cuts to its own shape (`icon-180`, `icon-maskable-512`) fill the square, with the mark at three quarters. */
import { writeFileSync } from 'node:fs'
import { markPaths } from '../art/mark.ts'
import { drawPattern } from '../art/pattern.ts'

const art = {
  'panel.svg': drawPattern({ columns: 8, rows: 10, seed: 7 }),
  'hero.svg': drawPattern({ columns: 9, rows: 9, seed: 23 }),
  'band.svg': drawPattern({ columns: 36, rows: 1, seed: 12 }),
  'quiet.svg': drawPattern({ columns: 4, rows: 8, seed: 31, quiet: true }),
  'tile.svg': drawPattern({ columns: 2, rows: 2, seed: 4 }),
  'favicon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2450d8"/>' +
    `<path fill="#f4efe4" d="${markPaths.chalk}"/><path fill="#9db5ff" d="${markPaths.mist}"/></svg>\n`,
}
for (const [name, text] of Object.entries(art)) writeFileSync(new URL(`../art/${name}`, import.meta.url), text)
