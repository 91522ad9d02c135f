import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { guides, renderGuide } from './guides.ts'
import { parseBlocks, parsePlain, parsePlainBlock, toHeadingId } from './markdown.ts'
import { buildAreas } from './reference.ts'

export interface SearchResult {
  href: string
  title: string
  /** Guide or API area that contains it. */
  section: string
  text: string
}

const maxResults = 20

/** Search in guide sections and API calls. Every word must match; best results first. */
export function searchDocs(given: SiteGiven, searchText: string): SearchResult[] {
  const words = searchText
    .toLowerCase()
    .split(/[^a-z0-9_.]+/)
    .filter(Boolean)
    .slice(0, 8)
  if (words.length === 0) return []
  return buildEntries(given)
    .map((entry) => ({ entry, score: calculateScore(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ entry }) => ({ ...entry, text: buildExcerpt(entry.text, words[0]!) }))
}

function calculateScore({ title, section, text }: SearchResult, words: readonly string[]): number {
  const [inTitle, inSection, inText] = [title, section, text].map((part) => part.toLowerCase())
  const scores = words.map(
    (word) =>
      (inTitle!.includes(word) ? 8 : 0) + (inSection!.includes(word) ? 2 : 0) + (inText!.includes(word) ? 1 : 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

const entries = new WeakMap<object, SearchResult[]>()

function buildEntries(given: SiteGiven): SearchResult[] {
  const known = entries.get(given.api)
  if (known) return known
  const made = [...guides.flatMap((guide) => listSectionEntries(guide, given)), ...listCallEntries(given)]
  entries.set(given.api, made)
  return made
}

function listSectionEntries(guide: (typeof guides)[number], given: SiteGiven): SearchResult[] {
  const sections: SearchResult[] = [{ href: guide.path, title: guide.title, section: 'Guide', text: guide.description }]
  for (const block of parseBlocks(renderGuide(guide, given))) {
    if (block.type === 'heading')
      sections.push({
        href: `${guide.path}#${toHeadingId(block.text)}`,
        title: block.text,
        section: guide.title,
        text: '',
      })
    else sections.at(-1)!.text += ` ${parsePlainBlock(block)}`
  }
  return sections
}

const listCallEntries = ({ api }: SiteGiven): SearchResult[] =>
  buildAreas(api).flatMap((area) =>
    area.calls.map(({ id, method, path, operation }) => ({
      href: `${area.path}#${id}`,
      title: operation.summary,
      section: `API reference, ${area.title}`,
      text: `${method} ${path} ${parsePlain(operation.description)}`,
    })),
  )

/** Whole words around the word that was found. */
function buildExcerpt(text: string, word: string): string {
  const near = text.toLowerCase().indexOf(word) - 60
  const start = near > 0 ? text.indexOf(' ', near) + 1 : 0
  const end = start + 180 < text.length ? text.lastIndexOf(' ', start + 180) : text.length
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}
