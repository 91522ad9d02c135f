import { messages } from '@adire/contract/messages.ts'
import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { textLink } from '../parts/page-links.tsx'
import { type MarkdownBlock, parseBlocks, parseInline, toHeadingId } from './markdown.ts'

/** Rendered guide. */
export function Prose({ markdown }: { markdown: string }) {
  return (
    <div className="flex flex-col gap-5 text-md text-ink-2">
      {parseBlocks(markdown).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is static
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: MarkdownBlock }): ReactNode {
  switch (block.type) {
    case 'heading':
      return (
        <h2 id={toHeadingId(block.text)} className="mt-5 scroll-mt-8 text-xl font-semibold text-ink">
          {block.text}
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <InlineLine text={block.text} />
        </p>
      )
    case 'blockquote':
      return (
        <p className="rounded-md bg-soft px-4 py-3 text-ink">
          <InlineLine text={block.text} />
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List className={`${block.ordered ? 'list-decimal' : 'list-disc'} space-y-1.5 pl-5 marker:text-muted`}>
          {block.items.map(({ text }) => (
            <li key={text} className="pl-1">
              <InlineLine text={text} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <ProseTable
          head={block.header.map(({ text }) => text)}
          rows={block.rows.map((row) => row.map(({ text }) => text))}
        />
      )
    case 'code':
      return <CodeBlock text={block.text} />
  }
}

const codeWord = 'rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm text-ink wrap-anywhere'

export const InlineLine = ({ text }: { text: string }) =>
  parseInline(text).map((part, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the text is static
    if (part.type === 'codespan')
      return (
        <code key={index} className={codeWord}>
          <Keys text={part.text} />
        </code>
      )
    if (part.type === 'strong')
      return (
        <strong key={index} className="font-semibold text-ink">
          {part.text}
        </strong>
      )
    if (part.type === 'link')
      return (
        <a key={index} href={part.href} className={textLink}>
          {part.text}
        </a>
      )
    return <Fragment key={index}>{part.text}</Fragment>
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  })

/** Marks the keys in code, so that the script can replace them by the reader's own keys (`reader.ts`). */
const Keys = ({ text }: { text: string }) =>
  text.split(/([ps]k_test_…)/).map((part, index) =>
    /^[ps]k_test_…$/.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is static
      <span key={index} data-key={part[0] === 'p' ? 'public' : 'secret'}>
        {part}
      </span>
    ) : (
      part
    ),
  )

/** Code block. It wraps instead of scrolling, so that a phone needs no keyboard scrolling. */
export function CodeBlock({ text, label = 'Copy code' }: { text: string; label?: string }) {
  return (
    <div className="rounded-md bg-sunken ring-1 ring-line">
      <pre className="px-4 py-3 font-mono text-sm leading-6 text-ink wrap-anywhere whitespace-pre-wrap">
        <code>
          <Keys text={text} />
        </code>
      </pre>
      {/* Copying needs script; the script shows the button. */}
      <p hidden data-copy="" className="border-t border-line p-1">
        <button type="button" className={buttonClass({ tone: 'ghost' })}>
          <Copy strokeWidth={1.75} aria-hidden="true" />
          <span aria-live="polite" data-copied={messages.copied}>
            {label}
          </span>
        </button>
      </p>
    </div>
  )
}

/** A short cell stays on one line where there is room. */
const isShort = (cell: string) => cell.length <= 28
const cellClass = 'py-2.5 pr-4 max-sm:block max-sm:py-0.5'
/** A code or a card number is read as one word, so it is never broken. */
const isOneWord = (cell: string) => /^(CVV )?`[^`]{1,24}`$/.test(cell)
const wrapClass = (cell: string) =>
  isOneWord(cell) ? 'sm:whitespace-nowrap' : isShort(cell) ? 'xl:whitespace-nowrap' : 'wrap-anywhere'

/** Id of a row that describes a code word, such as an error code, for links to it. */
const toRowId = ([first = '']: readonly string[]) => /^`([a-z][a-z._]+)`$/.exec(first)?.[1]

/** Table; on a phone each row is a block. */
function ProseTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full border-collapse text-base max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {head.map((text) => (
            <th
              key={text}
              scope="col"
              className="border-b border-line py-2 pr-4 text-left text-sm font-medium text-muted"
            >
              {text.replaceAll('`', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={row.join()}
            id={toRowId(row)}
            className="scroll-mt-8 border-b border-line align-top max-sm:block max-sm:py-2.5"
          >
            {row.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text is static
              <td key={index} className={`${cellClass} ${wrapClass(text)}`}>
                <InlineLine text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
