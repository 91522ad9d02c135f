import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

export interface Picture {
  /** Name of its screen, state and theme: pictures with one group are on one sheet. */
  group: string
  width: number
  file: string
}

const style = `body { margin: 24px; width: 2352px; background: #777; font: 20px sans-serif; color: white }
  div { display: flex; gap: 24px; align-items: start; flex-wrap: wrap } figure { margin: 0 } img { display: block }`

/** A phone's picture is shown larger than a desktop's, so that the text of both can be read. */
const shownWidth = (width: number) => Math.round(width < 768 ? width * 0.8 : width * 0.55)

/** Writes one sheet for each group: the same screen in all widths. */
export async function writeSheets(browser: Browser, folder: string, pictures: Picture[]) {
  const page = await browser.newPage({ viewport: { width: 2400, height: 1200 } })
  for (const [group, members] of Map.groupBy(pictures, (picture) => picture.group)) {
    const figures = members
      .sort((a, b) => a.width - b.width)
      .map(({ file, width }) => `<figure>${width}<img src="../${file}" width="${shownWidth(width)}"></figure>`)
    const html = join(folder, 'sheets', `${group}.html`)
    await writeFile(html, `<!doctype html><style>${style}</style><h1>${group}</h1><div>${figures.join('')}</div>`)
    await page.goto(`file://${html}`)
    await page.screenshot({ path: html.replace(/html$/, 'jpg'), fullPage: true, type: 'jpeg', quality: 70 })
  }
  await page.close()
}
