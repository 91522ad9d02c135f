import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { PieceLine, pieceClass } from './piece-line.tsx'

/** Illustration of a paid invoice. */
export function InvoicePiece() {
  return (
    <div className={pieceClass}>
      <p className="flex items-center justify-between font-medium">
        Invoice 2041
        <StatusBadge status="paid" />
      </p>
      <PieceLine label="2 jackets" kobo={169_000_00} />
      <PieceLine label="VAT 7.5%" kobo={12_675_00} />
      <p className="mt-2.5 flex justify-between border-t border-line pt-2.5 font-medium">
        Total
        <Amount kobo={181_675_00} />
      </p>
    </div>
  )
}
