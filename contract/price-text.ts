import type { Price } from './channels/definition.ts'
import { formatNaira } from './money.ts'

/** Rate and flat fee: "1.5% + NGN 100.00". */
export function describeRate({ bps, flatKobo }: Price): string {
  const parts = [bps > 0 && `${bps / 100}%`, flatKobo > 0 && formatNaira(flatKobo)].filter(Boolean)
  return parts.join(' + ') || 'Free'
}

/** Cap and waiver: "At most NGN 2,000.00. Below NGN 2,500.00 without the NGN 100.00." Empty without them. */
export function describePriceLimits({ bps, flatKobo, waiveFlatBelowKobo, capKobo }: Price): string {
  const cap = capKobo !== null && bps > 0 && `At most ${formatNaira(capKobo)}.`
  const waiver =
    flatKobo > 0 &&
    waiveFlatBelowKobo > 0 &&
    `Below ${formatNaira(waiveFlatBelowKobo)} without the ${formatNaira(flatKobo)}.`
  return [cap, waiver].filter(Boolean).join(' ')
}
