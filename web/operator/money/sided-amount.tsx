import { Amount } from '../../ui/amount.tsx'

/** Amount of the ledger with its side in words. Positive amounts are credits. */
export const SidedAmount = ({ kobo }: { kobo: number }) => (
  <>
    <Amount kobo={Math.abs(kobo)} />
    {kobo !== 0 && <span className="text-sm text-muted"> {kobo < 0 ? 'debit' : 'credit'}</span>}
  </>
)
