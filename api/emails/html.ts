/** Escaped HTML that can be inserted into a page. */
export interface Html {
  html: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

type Piece = string | number | Html | readonly Html[] | undefined | false

const piece = (value: Piece): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

/** Template tag that escapes every value, except results of this tag. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return { html: strings.reduce((all, text, index) => all + piece(values[index - 1]) + text) }
}
