import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PictureKind } from './kind.ts'

interface StoredMail {
  subject: string
  html: string
}

/** Subjects of one kind differ in names, numbers and amounts. */
const kindOf = ({ subject }: StoredMail) =>
  subject
    .replace(/^\[Test\] /, '')
    .replaceAll(/\S*\d\S*/g, '')
    .replaceAll(/\W+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
    .toLowerCase()

/** Emails that the product has sent, the newest of each kind: as many kinds as have been caused, by `payer-steps` for example. */
export const mails: PictureKind = {
  states: ['data'],
  async listScreens() {
    const folder = join(process.env.E2E_DATA_DIR!, 'mail')
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const all = names.sort().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredMail)
    const newest = new Map(all.map((mail) => [kindOf(mail), mail]))
    return [...newest].map(([kind, { html }]) => ({
      name: `mail-${kind}`,
      path: 'about:blank',
      async walk(page, look) {
        await page.setContent(html)
        await look('html')
      },
    }))
  },
}
