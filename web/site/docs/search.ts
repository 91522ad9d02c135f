import type { SiteGiven } from '../../../api/features/site/page-props.ts'
import { guides, written } from './guides.ts'
import { blocksOf, plain } from './markdown.ts'
import { areasOf } from './reference.ts'

export interface Found {
  href: string
  title: string
  /** Where it stands. */
  place: string
  text: string
}

const most = 20

/** Sections of guides and calls of the API that hold every word asked for, the likeliest first. */
export function search(given: SiteGiven, asked: string): Found[] {
  const words = asked
    .toLowerCase()
    .split(/[^a-z0-9_.]+/)
    .filter(Boolean)
    .slice(0, 8)
  if (words.length === 0) return []
  return entriesOf(given)
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => ({ ...entry, text: excerptOf(entry.text, words[0]!) }))
}

function scoreOf({ title, place, text }: Found, words: readonly string[]): number {
  const [inTitle, inPlace, inText] = [title, place, text].map((part) => part.toLowerCase())
  const scores = words.map(
    (word) => (inTitle!.includes(word) ? 8 : 0) + (inPlace!.includes(word) ? 2 : 0) + (inText!.includes(word) ? 1 : 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

const entries = new WeakMap<object, Found[]>()

function entriesOf(given: SiteGiven): Found[] {
  const known = entries.get(given.api)
  if (known) return known
  const made = [...guides.flatMap((guide) => sectionsOf(guide, given)), ...callsOf(given)]
  entries.set(given.api, made)
  return made
}

function sectionsOf(guide: (typeof guides)[number], given: SiteGiven): Found[] {
  const sections: Found[] = [{ href: guide.path, title: guide.title, place: 'Guide', text: guide.description }]
  for (const block of blocksOf(written(guide, given))) {
    if (block.kind === 'heading')
      sections.push({ href: `${guide.path}#${block.id}`, title: block.text, place: guide.title, text: '' })
    else {
      const lines = block.kind === 'list' ? block.items : block.kind === 'table' ? block.rows.flat() : [block.text]
      sections.at(-1)!.text += ` ${plain(lines.join(' '))}`
    }
  }
  return sections
}

const callsOf = ({ api }: SiteGiven): Found[] =>
  areasOf(api).flatMap((area) =>
    area.calls.map(({ id, method, path, operation }) => ({
      href: `${area.path}#${id}`,
      title: operation.summary,
      place: `API reference, ${area.title}`,
      text: `${method} ${path} ${plain(operation.description)}`,
    })),
  )

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 60)
  const cut = text.slice(at, at + 180).trim()
  return `${at > 0 ? '… ' : ''}${cut}${at + 180 < text.length ? ' …' : ''}`
}
