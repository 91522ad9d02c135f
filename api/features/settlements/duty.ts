/** Less than this is not worth a transfer: it waits for the next day's takings. */
export const minimumKobo = 1_000_00

/** Stamp duty under the Nigeria Tax Act 2025: NGN 50 on each transfer of NGN 10,000 or more, borne by the sender. */
const dutyKobo = 50_00
const dutyFromKobo = 10_000_00

/**
 * What of a settlement reaches the bank. Whether duty is due is decided by what there is to pay, before duty: taken off first, a
 * sum of exactly NGN 10,000 would be below the threshold by its own duty.
 */
export function dutyOn(totalKobo: number, bearer: 'merchant' | 'platform') {
  const stampDutyKobo = totalKobo >= dutyFromKobo ? dutyKobo : 0
  return bearer === 'merchant'
    ? { stampDutyKobo, amountKobo: Math.max(0, totalKobo - stampDutyKobo) }
    : { stampDutyKobo: 0, amountKobo: Math.max(0, totalKobo) }
}

/** The duty that is owed on a transfer, whoever bears it. */
export const calculateStampDuty = (totalKobo: number) => (totalKobo >= dutyFromKobo ? dutyKobo : 0)
