import type { PromotionItem } from '@adire/contract/promotion-schemas.ts'
import { type ReactNode, useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { isCopyable } from './promotion-choice.ts'

type PromotionRowProps = { item: PromotionItem; isChosen: boolean; onToggle: () => void }

/** One object with its differences; with a checkbox, unless it cannot be copied. */
export function PromotionRow({ item, isChosen, onToggle }: PromotionRowProps) {
  const id = useId()
  const { name, status, note, blockedBecause, needs, changes } = item
  const notes = [
    blockedBecause,
    note,
    needs.length > 0 && `Also copies ${needs.map((one) => `the ${one.kind} ${one.name}`).join(' and ')}.`,
  ]
  return (
    <li className="flex gap-3 py-4 first:pt-1 last:pb-0">
      <span className="w-5 shrink-0">
        {isCopyable(item) && (
          <input
            type="checkbox"
            id={id}
            checked={isChosen}
            onChange={onToggle}
            aria-describedby={`${id}-notes`}
            className="mt-0.5 check-box size-4.5 pointer-coarse:size-5"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Name htmlFor={isCopyable(item) ? id : undefined}>{name}</Name>
          <StatusOf status={status} />
        </div>
        <div id={`${id}-notes`}>
          {notes
            .filter((text) => typeof text === 'string')
            .map((text) => (
              <p key={text} className="mt-0.5 max-w-prose text-sm text-muted wrap-anywhere">
                {text}
              </p>
            ))}
        </div>
        {status === 'changed' && <Changes changes={changes} />}
        {status === 'added' && <Content name={name} changes={changes} />}
      </div>
    </li>
  )
}

const nameLook = 'min-w-0 font-medium wrap-anywhere'

const Name = ({ htmlFor, children }: { htmlFor: string | undefined; children: ReactNode }) =>
  htmlFor ? (
    <label htmlFor={htmlFor} className={nameLook}>
      {children}
    </label>
  ) : (
    <span className={nameLook}>{children}</span>
  )

function StatusOf({ status }: Pick<PromotionItem, 'status'>) {
  if (status === 'added') return <Badge tone="ok">New</Badge>
  if (status === 'changed') return <Badge tone="warn">Changed</Badge>
  return <Badge tone="neutral">Cannot be copied</Badge>
}

const cell = 'py-1.5 pr-3 align-top wrap-anywhere'

function Changes({ changes }: Pick<PromotionItem, 'changes'>) {
  return (
    <table className="mt-2.5 w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className={`${cell} font-medium`}>
            Field
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            In Live Mode
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            After the copy
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field} className="border-b border-line last:border-b-0">
            <th scope="row" className={`${cell} font-normal text-muted`}>
              {field}
            </th>
            <td className={`figures ${cell}`}>{before ?? '\u2013'}</td>
            <td className={`figures ${cell} font-medium`}>{after ?? '\u2013'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Content({ name, changes }: Pick<PromotionItem, 'name' | 'changes'>) {
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit text-ink-2 pointer-coarse:py-2">
        What is copied<span className="sr-only"> of {name}</span>
      </summary>
      <dl className="mt-1.5 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1">
        {changes.map(({ field, after }) => (
          <div key={field} className="contents">
            <dt className="text-muted">{field}</dt>
            <dd className="figures wrap-anywhere">{after}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
