import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import {
  getPromotion,
  type PromotionKind,
  promoteObjects,
  promotionKinds,
  promotionLimits,
} from '@adire/contract/promotion.ts'
import type { PromotionItem, PromotionResult } from '@adire/contract/promotion-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import type { CallScope } from '../../client/send.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { usePromotionChoice } from './promotion-choice.ts'
import { PromotionRow } from './promotion-row.tsx'

type ReviewProps = {
  comparison: EndpointOutput<typeof getPromotion>
  scope: CallScope
  onCopied: (results: readonly PromotionResult[]) => void
}

/** The differences by kind, and the button that copies what is chosen. */
export function PromotionReview({ comparison: { content }, scope, onCopied }: ReviewProps) {
  const { chosen, isChosen, toggle, reset } = usePromotionChoice(content)
  const { confirmed, dialog } = useConfirmation()
  const [error, setError] = useState<string>()
  const change = useChange(promoteObjects, { quiet: true, scope, refresh: [getPromotion] })
  const copy = async () => {
    setError(undefined)
    const results: PromotionResult[] = []
    try {
      for (let from = 0; from < chosen.length; from += promotionLimits.copied) {
        const objects = chosen
          .slice(from, from + promotionLimits.copied)
          .map(({ kind, testId, version }) => ({ kind, testId, version }))
        const copied = await confirmed(() => change.mutateAsync({ objects }))
        if (!copied) break
        results.push(...copied.content)
      }
    } catch (failure) {
      setError((failure as Error).message)
    }
    if (results.length === 0) return
    reset()
    onCopied(results)
    scrollTo({ top: 0 })
  }
  const differing = content.filter(({ status }) => status !== 'unchanged')
  if (differing.length === 0)
    return (
      <>
        <Empty title="Live Mode has everything">Change something in Test Mode, and it appears here.</Empty>
        <Unchanged items={content} />
      </>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-muted">{describeCounts(differing)}</p>
        <AllowedButton needs={promoteObjects} busy={change.isPending} disabled={chosen.length === 0} onClick={copy}>
          {chosen.length === 0 ? 'Choose what to copy' : `Copy ${chosen.length} to Live Mode`}
        </AllowedButton>
      </div>
      {error && <ErrorStrip message={error} />}
      {groupByKind(differing).map(([kind, items]) => (
        <Card key={kind} title={promotionKinds[kind].name}>
          {kindNotes[kind] && <p className="mb-3 text-sm text-muted">{kindNotes[kind]}</p>}
          <ul aria-label={promotionKinds[kind].name} className="divide-y divide-line">
            {items.map((item) => (
              <PromotionRow key={item.testId} item={item} isChosen={isChosen(item)} onToggle={() => toggle(item)} />
            ))}
          </ul>
        </Card>
      ))}
      <Unchanged items={content} />
      {dialog}
    </>
  )
}

/** What is different in Live Mode after a copy. */
const kindNotes: { [Kind in PromotionKind]?: string } = {
  business_profile: 'The name, registration number and tax ID stay as they were reviewed.',
  plan: 'Subscribers of a changed plan keep their price.',
  payment_link: 'Each gets an address of its own in Live Mode, which ends in “-live”.',
  webhook_endpoint: 'Each gets a secret of its own in Live Mode. You see it once, after the copy.',
}

const groupByKind = (items: readonly PromotionItem[]): [PromotionKind, PromotionItem[]][] => [
  ...Map.groupBy(items, ({ kind }) => kind),
]

function describeCounts(items: readonly PromotionItem[]): string {
  const count = (status: PromotionItem['status']) => items.filter((item) => item.status === status).length
  return [
    [count('added'), 'new'],
    [count('changed'), 'changed'],
    [count('blocked'), 'not possible'],
  ]
    .filter(([many]) => many)
    .map((part) => part.join(' '))
    .join(' · ')
}

function Unchanged({ items }: { items: readonly PromotionItem[] }) {
  const same = items.filter(({ status }) => status === 'unchanged')
  if (same.length === 0) return null
  return (
    <details className="card p-5">
      <summary className="font-semibold">
        No changes to copy <span className="figures ml-1 font-normal text-muted">{same.length}</span>
      </summary>
      <ul aria-label="No changes to copy" className="mt-3 divide-y divide-line">
        {same.map(({ kind, testId, name, note }) => (
          <li key={`${kind} ${testId}`} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {name}
              {note && <span className="block text-sm text-muted">{note}</span>}
            </span>
            {name !== promotionKinds[kind].name && <span className="text-muted">{promotionKinds[kind].name}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
