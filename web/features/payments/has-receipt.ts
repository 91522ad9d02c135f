import { isPaidStatus } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'

/** Whether a payment has a receipt: it was paid, and is not a card check. */
export const hasReceipt = ({ status, isCardCheck }: PaymentRow): boolean => isPaidStatus(status) && !isCardCheck
