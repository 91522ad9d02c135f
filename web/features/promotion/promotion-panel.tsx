import { listMerchants } from '@adire/contract/merchants.ts'
import { getPromotion, promotionKinds } from '@adire/contract/promotion.ts'
import type { PromotionResult } from '@adire/contract/promotion-schemas.ts'
import { useState } from 'react'
import { useCall } from '../../client/api.ts'
import type { CallScope } from '../../client/send.ts'
import { useSession } from '../../client/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { PromotionResults } from './promotion-results.tsx'
import { PromotionReview } from './promotion-review.tsx'

/** What was built in Test Mode, compared with Live Mode, and copied there. The same screen in both modes. */
export function PromotionPanel() {
  const { mode, merchantId, userName } = useSession()
  const businesses = useCall(listMerchants, { userEmail: userName }, { enabled: mode === 'TEST' })
  if (mode === 'LIVE') return <Promotion key={merchantId} scope={{ mode, merchantId }} />
  if (businesses.error) return <ErrorStrip message={businesses.error.message} onRetry={() => businesses.refetch()} />
  if (!businesses.data) return <DetailSkeleton rows={6} />
  const liveId = businesses.data.content.find(({ id }) => id === merchantId)?.twinId
  if (!liveId)
    return (
      <Empty title="This business is not live yet" action={<LinkButton to="/go-live">Go live</LinkButton>}>
        When it is, you can copy payment links, plans, webhook endpoints and settings from Test Mode to Live Mode here.
      </Empty>
    )
  return <Promotion key={liveId} scope={{ mode: 'LIVE', merchantId: liveId }} />
}

function Promotion({ scope }: { scope: CallScope }) {
  const comparison = useCall(getPromotion, {}, { scope })
  const [results, setResults] = useState<readonly PromotionResult[]>()
  return (
    <div className="flex max-w-[880px] flex-col gap-5">
      <p className="text-ink-2">
        Compare Test Mode with Live Mode, and copy what you choose. Nothing is deleted in Live Mode. Customers, payments
        and secrets are never copied. The team, its roles and your notification settings are the same in both modes.
      </p>
      {results && <PromotionResults results={results} onClose={() => setResults(undefined)} />}
      {comparison.error ? (
        <ErrorStrip message={comparison.error.message} onRetry={() => comparison.refetch()} />
      ) : comparison.data ? (
        <>
          <PromotionReview comparison={comparison.data} scope={scope} onCopied={setResults} />
          <Limits {...comparison.data} />
        </>
      ) : (
        <DetailSkeleton rows={6} />
      )}
    </div>
  )
}

type LimitsProps = Record<'hiddenKinds' | 'cutKinds', readonly (keyof typeof promotionKinds)[]>

function Limits({ hiddenKinds, cutKinds }: LimitsProps) {
  const names = (kinds: LimitsProps['hiddenKinds']) => kinds.map((kind) => promotionKinds[kind].name).join(', ')
  return (
    <>
      {hiddenKinds.length > 0 && (
        <p className="text-sm text-muted">
          Your role cannot change these in Live Mode: {names(hiddenKinds)}. Ask the owner or an admin.
        </p>
      )}
      {cutKinds.length > 0 && (
        <p className="text-sm text-muted">Only the newest 200 of these are compared: {names(cutKinds)}.</p>
      )}
    </>
  )
}
