import { getOverview, getOverviewSeries, getPayment, listPayments } from '@adire/contract/payments.ts'
import { answer } from '../../http/answer.ts'
import { get } from './detail.ts'
import { list } from './list.ts'
import { overview, series } from './overview.ts'

export { addPayment, change, lockPayment, note, type PaymentRecord } from './move.ts'
export { noCard, settle } from './settle.ts'

export const routes = [
  answer(listPayments, list),
  answer(getOverview, overview),
  answer(getOverviewSeries, series),
  answer(getPayment, get),
]
