import { promotionKinds } from '@adire/contract/promotion.ts'
import type { PromotionResult } from '@adire/contract/promotion-schemas.ts'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { itemKey } from './promotion-choice.ts'

type ResultsProps = { results: readonly PromotionResult[]; onClose: () => void }

/** What was copied, what was not and why, and the secrets of new webhook endpoints. */
export function PromotionResults({ results, onClose }: ResultsProps) {
  const failed = results.filter(({ outcome }) => outcome === 'failed').length
  const [secret, setSecret] = useState<string>()
  return (
    <Card
      title={failed === 0 ? 'Copied to Live Mode' : `${results.length - failed} copied, ${failed} not copied`}
      action={
        <Button tone="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div role="status" aria-label="Results">
        <ul className="divide-y divide-line">
          {results.map((result) => (
            <li key={itemKey(result)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
              <div className="min-w-0 flex-1 basis-60">
                <p className="wrap-anywhere">{result.name ?? promotionKinds[result.kind].name}</p>
                {result.message && <p className="text-sm text-muted">{result.message}</p>}
              </div>
              {result.secret && (
                <Button tone="secondary" onClick={() => setSecret(result.secret ?? undefined)}>
                  Show secret
                </Button>
              )}
              <Outcome {...result} />
            </li>
          ))}
        </ul>
      </div>
      {secret && (
        <SecretModal
          secret={secret}
          title="Your new webhook secret"
          noun="secret"
          onClose={() => setSecret(undefined)}
        />
      )}
    </Card>
  )
}

function Outcome({ outcome }: PromotionResult) {
  if (outcome === 'added') return <Badge tone="ok">Added</Badge>
  if (outcome === 'updated') return <Badge tone="ok">Updated</Badge>
  if (outcome === 'unchanged') return <Badge tone="neutral">No change</Badge>
  return <Badge tone="bad">Not copied</Badge>
}
