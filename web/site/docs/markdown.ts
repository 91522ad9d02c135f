/** The subset of Markdown used in the guides: headings, paragraphs, lists, tables and code. No HTML. */

export type MarkdownBlock =
  | { kind: 'heading'; text: string; id: string }
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; language: string; text: string }

export const toHeadingId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const item = /^(?:-|\d+\.) /
const cells = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

export function parseBlocks(markdown: string): MarkdownBlock[] {
  // Code blocks may contain empty lines; every other block ends at one.
  const parts = markdown.trim().split(/(^```.*\n[\s\S]*?^```$)/m)
  return parts.flatMap((part) => {
    const code = part.match(/^```(.*)\n([\s\S]*?)\n?```$/)
    if (code) return [{ kind: 'code' as const, language: code[1]!, text: code[2]! }]
    return part
      .split(/\n\s*\n/)
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map(parseBlock)
  })
}

function parseBlock(text: string): MarkdownBlock {
  const lines = text.split('\n')
  if (text.startsWith('## ')) return { kind: 'heading', text: text.slice(3), id: toHeadingId(text.slice(3)) }
  if (text.startsWith('> ')) return { kind: 'note', text: lines.map((line) => line.replace(/^> ?/, '')).join(' ') }
  if (text.startsWith('|')) {
    const [head = '', , ...rows] = lines
    return { kind: 'table', head: cells(head), rows: rows.map(cells) }
  }
  if (item.test(text)) {
    const items = text.split(/\n(?=-|\d+\. )/).map((line) => line.replace(item, '').replace(/\n\s*/g, ' '))
    return { kind: 'list', isOrdered: /^\d/.test(text), items }
  }
  return { kind: 'text', text: lines.join(' ') }
}

export type InlineText =
  | { kind: 'text' | 'code' | 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

/** Code, links and bold text within a line. */
export function parseInline(text: string): InlineText[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^`.+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) }
      if (part.startsWith('**') && part.endsWith('**')) return { kind: 'strong', text: part.slice(2, -2) }
      const link = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/)
      return link ? { kind: 'link', text: link[1]!, href: link[2]! } : { kind: 'text', text: part }
    })
}

export const parsePlain = (text: string) =>
  parseInline(text)
    .map((part) => part.text)
    .join('')
