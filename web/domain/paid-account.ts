import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { SettlementRow } from '@adire/contract/settlements-schemas.ts'

/** Bank and last digits of the account that a settlement is paid to; null before it has one. */
export const paidAccountName = ({ account }: Pick<SettlementRow, 'account'>): string | null =>
  account && accountLabel(account.bankName, account.accountNumber)
