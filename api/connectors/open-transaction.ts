import type { SentPayment } from './charges.ts'
import { maxAttempts, transactionReference, type Way } from './transaction-references.ts'

interface Opening {
  sent: SentPayment
  way: Way
  /** Whether an error says that the reference was used before. */
  isDuplicate(error: unknown): boolean
}

/**
 * Opens a way to pay under the first unused reference of the payment. A used one belongs to a request whose response was lost: nobody
 * knows where to pay it, so that another one does no harm.
 * @throws Error if all references are used
 */
export async function openTransaction<T>(
  { sent, way, isDuplicate }: Opening,
  open: (reference: string) => Promise<T>,
): Promise<T> {
  for (let nth = 1; nth <= maxAttempts; nth++) {
    try {
      return await open(transactionReference(sent.reference, way, nth))
    } catch (error) {
      if (!isDuplicate(error)) throw error
    }
  }
  throw new Error(`The processor has ${maxAttempts} transactions of ${sent.reference}`)
}
