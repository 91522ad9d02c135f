import { StatusBadge } from '../../ui/badge.tsx'
import { PieceLine, pieceClass } from './piece-line.tsx'

/** Illustration of a mandate with its next debits. */
export function MandatePiece() {
  return (
    <div className={pieceClass}>
      <p className="flex items-center justify-between font-medium">
        Shop rent
        <StatusBadge status="active" />
      </p>
      <p className="mt-2 text-muted">Zenith Bank, ending 0011</p>
      <PieceLine label="On 28 March" kobo={45_000_00} />
      <PieceLine label="On 28 April" kobo={45_000_00} />
    </div>
  )
}
