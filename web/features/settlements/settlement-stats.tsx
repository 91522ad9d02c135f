import type { CallError } from '@adire/contract/call.ts'
import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { type getSettlementsSummary, getUnsettled } from '@adire/contract/settlements.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatCount } from '../../ui/counted.ts'
import { formatDay } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'
import { HoldStep } from './hold-step.tsx'

type Summary = {
  data: EndpointOutput<typeof getSettlementsSummary> | undefined
  error: CallError | null
  refetch: () => unknown
}

/** Settlements paid, in progress and due next. */
export function SettlementStats({ summary }: { summary: Summary }) {
  const unsettled = useCall(getUnsettled, {})
  const failed = summary.error ? summary : unsettled.error ? unsettled : undefined
  if (failed) return <ErrorStrip message={failed.error!.message} onRetry={() => void failed.refetch()} />
  if (!summary.data || !unsettled.data) return <TilesSkeleton tiles={4} />
  const { paidKobo, paidCount, needsActionKobo, needsActionCount } = summary.data
  const { unsettledKobo, reservedKobo, minimumKobo, next } = unsettled.data
  const held = next.amountKobo > 0 ? next.hold : null
  return (
    <div className="flex flex-col gap-4">
      {held && (
        <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
          {held.message} <HoldStep reason={held.reason} />
        </p>
      )}
      <Tiles
        tiles={[
          {
            label: 'Paid to your bank',
            value: <Amount kobo={paidKobo} size="figure" />,
            note: <Note>{formatCount(paidCount, 'settlement', 'settlements')}</Note>,
          },
          {
            label: 'Unsettled',
            value: <Amount kobo={unsettledKobo} size="figure" />,
            note: (
              <Note>
                {reservedKobo > 0 ? (
                  <>
                    and <Amount kobo={reservedKobo} className="font-normal!" /> held
                  </>
                ) : (
                  'Not in your bank account yet'
                )}
              </Note>
            ),
          },
          {
            label: 'Next settlement',
            value: <Amount kobo={next.amountKobo - next.stampDutyKobo} size="figure" />,
            note: (
              <Note>
                {held
                  ? 'On hold'
                  : next.isBelowMinimum && next.amountKobo > 0
                    ? `Under ${formatNaira(minimumKobo)}: paid with later payments`
                    : `Due ${formatDay(next.dueOn)}`}
                {next.account &&
                  `, ${keepNumbersWhole(accountLabel(next.account.bankName, next.account.accountNumber))}`}
              </Note>
            ),
          },
          {
            label: 'Action needed',
            value: <Amount kobo={needsActionKobo} size="figure" />,
            note: (
              <Note>
                {needsActionCount === 0 ? 'Nothing to do' : formatCount(needsActionCount, 'settlement', 'settlements')}
              </Note>
            ),
          },
        ]}
      />
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => <span className="block text-xs text-muted">{children}</span>
