import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDay } from '../../ui/date.ts'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'
import { useUnsettled } from './overview-reads.ts'
import { StatTile } from './stat-tile.tsx'

export const UnsettledTile = ({ kobo }: { kobo: number }) => (
  <StatTile
    label="Unsettled balance"
    formula="Money not yet paid to your bank, after fees, VAT and refunds. It does not depend on the period."
    to="/payouts"
    value={<Amount kobo={kobo} size="figure" />}
    note={<NextSettlement />}
  />
)

/** Amount, date and bank account of the next settlement. Two lines are reserved, so the layout does not shift. */
function NextSettlement() {
  const { data } = useUnsettled()
  const next = data?.next
  const payout = next && formatNaira(next.amountKobo - next.stampDutyKobo)
  return (
    <span className="block min-h-8 text-xs text-muted max-sm:min-h-12">
      {next && next.amountKobo > 0 ? (
        <>
          {next.hold
            ? `On hold: ${payout}`
            : next.isBelowMinimum
              ? `Under ${formatNaira(data.minimumKobo)}: paid later`
              : `Next: ${payout} on ${formatDay(next.dueOn)}`}
          <br />
          {next.account
            ? keepNumbersWhole(accountLabel(next.account.bankName, next.account.accountNumber))
            : 'No bank account yet'}
        </>
      ) : (
        'Not paid out yet'
      )}
    </span>
  )
}
