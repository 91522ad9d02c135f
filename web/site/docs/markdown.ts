import { Marked, type Token, type Tokens } from 'marked'

/** Blocks and inline texts that the guides use. `MarkdownText` has no HTML: the guides are our own and use none. */
export type MarkdownBlock =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Code
export type MarkdownText = Tokens.Text | Tokens.Escape | Tokens.Codespan | Tokens.Strong | Tokens.Link

/** Only what is written as a link becomes one. */
const markdownParser = new Marked({ tokenizer: { url: () => undefined } })

const blockTypes = ['heading', 'paragraph', 'blockquote', 'list', 'table', 'code']
const textTypes = ['text', 'escape', 'codespan', 'strong', 'link']

/** @throws {Error} for Markdown that the site has no design for, so that it is noticed when a guide is written. */
function requireType<T extends Token>(token: Token, types: readonly string[]): T {
  if (!types.includes(token.type)) throw new Error(`Markdown of type ${token.type} has no design: ${token.raw}`)
  return token as T
}

/** Id of a heading, for links to it. */
export const toHeadingId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const parseBlocks = (markdown: string): MarkdownBlock[] =>
  markdownParser
    .lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .map((token) => requireType<MarkdownBlock>(token, blockTypes))

/** Code, links and bold text within a line. */
export const parseInline = (text: string): MarkdownText[] =>
  new markdownParser.Lexer(markdownParser.defaults)
    .inlineTokens(text)
    .map((token) => requireType<MarkdownText>(token, textTypes))

/** Text of a line without its Markdown. */
export const parsePlain = (text: string) =>
  parseInline(text)
    .map((part) => part.text)
    .join('')

/** Text of a block for the search. */
export function parsePlainBlock(block: MarkdownBlock): string {
  switch (block.type) {
    case 'code':
      return block.text
    case 'list':
      return block.items.map(({ text }: Tokens.ListItem) => parsePlain(text)).join(' ')
    case 'table':
      return block.rows
        .flat()
        .map(({ text }: Tokens.TableCell) => parsePlain(text))
        .join(' ')
    default:
      return parsePlain(block.text)
  }
}
