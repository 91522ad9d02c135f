import { channelNames } from '@adire/contract/channels/channels.ts'
import { accountLabel, methodName } from '@adire/contract/channels/method-name.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Payment } from '@adire/contract/payments-schemas.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import { Link } from 'react-router'
import { ChannelLabel } from '../../domain/channel-label.tsx'
import { CopiedReference } from '../../ui/copied-reference.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { DetailItem } from '../../ui/detail-list.tsx'
import { describeSettlement, SettlementDay } from './settlement-day.tsx'

const unpaid: readonly Payment['status'][] = ['failed', 'abandoned']
const awaited: readonly Payment['status'][] = ['pending', 'processing']

/**
 * Breakdown from the amount paid to the merchant's part of it. Without a payment there are no deductions; before it they are not known. What
 * was refunded of a shared payment comes from all shares, which `PaymentShares` shows.
 */
export function moneyDetails(payment: Payment): DetailItem[] {
  const { status, priceKobo, amountKobo, feeKobo, vatKobo, sharedKobo } = payment
  const isPaid = !awaited.includes(status) && !unpaid.includes(status)
  const deductions: DetailItem[] = [
    { label: 'Fee', value: formatNaira(-feeKobo) },
    { label: 'VAT on the fee', value: formatNaira(-vatKobo) },
    ...(sharedKobo > 0 ? [{ label: 'Shares of others', value: formatNaira(-sharedKobo) }] : []),
  ]
  return [
    ...(priceKobo === amountKobo ? [] : [{ label: 'Price', value: formatNaira(priceKobo) }]),
    { label: amountLabel(payment), value: formatNaira(amountKobo) },
    ...(isPaid ? deductions : []),
    ...listReceived(payment),
  ]
}

/** What the merchant gets of a payment, and what was refunded of it. */
function listReceived({ status, netKobo, sharedKobo, refundedKobo }: Payment): DetailItem[] {
  if (awaited.includes(status)) return [{ label: 'Fee', value: 'Known after payment' }]
  const part = (label: string, kobo: number) => ({
    label,
    value: formatNaira(unpaid.includes(status) ? 0 : kobo),
    strong: true,
  })
  const refunded = (label: string) => ({ label, value: formatNaira(-refundedKobo) })
  if (refundedKobo === 0) return [part('You receive', netKobo - sharedKobo)]
  if (sharedKobo === 0) return [refunded('Refunded'), part('You receive', netKobo - refundedKobo)]
  return [part('Your share', netKobo - sharedKobo), refunded('Refunded from all shares')]
}

function amountLabel({ status, isCardCheck }: Payment): string {
  if (unpaid.includes(status) || awaited.includes(status)) return 'Amount'
  return isCardCheck ? 'Card check' : 'Customer paid'
}

/** Details of a payment. Empty fields are omitted. */
export function paymentDetails(payment: Payment): DetailItem[] {
  const { ipAddress } = payment
  const details = [
    ...methodDetails(payment),
    ...timeAndPriceDetails(payment),
    ...sourceDetails(payment),
    ipAddress !== null && { label: 'IP address', value: ipAddress },
  ]
  return details.filter((detail) => detail !== false && detail !== null)
}

/** `false` and null are omitted. */
type OptionalDetail = DetailItem | false | null

function methodDetails(payment: Payment): OptionalDetail[] {
  const { channel, card, bank, offlineCode, transfer } = payment
  return [
    {
      label: 'Channel',
      value: channel ? <ChannelLabel channel={channel}>{channelNames[channel]}</ChannelLabel> : 'Not selected yet',
    },
    card !== null && { label: 'Method', value: methodName(payment) },
    card && { label: 'Card expires', value: `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}` },
    bank && {
      label: bank.last4 ? 'Account' : 'Bank',
      value: bank.last4 ? accountLabel(bank.name, bank.last4) : bank.name,
    },
    offlineCode !== null && { label: channel === 'qr' ? 'QR code' : 'Code', value: offlineCode },
    Boolean(card?.bank) && { label: 'Bank', value: card?.bank },
    transfer && {
      label: 'Paid into',
      value: (
        <>
          <CopiedReference text={transfer.accountNumber} name="account number" />
          {transfer.bankName}
        </>
      ),
    },
    Boolean(transfer?.senderName || transfer?.senderBank) && {
      label: 'Sent by',
      value: [transfer?.senderName, transfer?.senderBank].filter(Boolean).join(', '),
    },
  ]
}

const timeAndPriceDetails = (payment: Payment): OptionalDetail[] => [
  { label: 'Started', value: formatDateTime(payment.createdAt) },
  payment.paidAt !== null && { label: 'Paid', value: formatDateTime(payment.paidAt) },
  settlementDetail(payment),
  { label: 'Reference', value: payment.reference },
  payment.charge && { label: 'Your reference', value: payment.charge.reference },
  payment.quantity > 1 && {
    label: 'Quantity',
    value: `${payment.quantity} × ${formatNaira(payment.priceKobo / payment.quantity)}`,
  },
  { label: 'Fee paid by', value: payment.feeBearer === 'merchant' ? 'You' : 'The customer' },
]

/** What the payment was for, and who paid. */
const sourceDetails = (payment: Payment): OptionalDetail[] => [
  payment.paymentLink && {
    label: 'Payment link',
    value: (
      <Link to={`/payment-link/${payment.paymentLink.id}`} className="text-link hover:underline">
        {payment.paymentLink.name}
      </Link>
    ),
  },
  Boolean(payment.customerPhone) && {
    label: 'Phone',
    value: payment.customerPhone && spacedPhone(payment.customerPhone),
  },
  payment.invoice && {
    label: 'Invoice',
    value: (
      <Link to={`/invoice_page/${payment.invoice.id}`} className="text-link hover:underline">
        {payment.invoice.number}
      </Link>
    ),
  },
  payment.subscription && {
    label: 'Subscription',
    value: (
      <Link to={`/subscriptions/${payment.subscription.id}`} className="text-link hover:underline">
        {payment.subscription.planName}
      </Link>
    ),
  },
  Boolean(payment.subscription?.setupFeeKobo) && {
    label: 'Setup fee',
    value: formatNaira(payment.subscription?.setupFeeKobo ?? 0),
  },
  payment.coupon && {
    label: 'Coupon',
    value: (
      <>
        <Link to={`/plans/coupons/${payment.coupon.id}`} className="text-link hover:underline">
          {payment.coupon.name}
        </Link>
        , {formatNaira(payment.coupon.discountKobo)} off
      </>
    ),
  },
]

function settlementDetail(payment: Payment): DetailItem | null {
  const described = describeSettlement(payment)
  return (
    described && {
      label: described.isPaidOut ? 'Settled' : 'Expected settlement',
      value: <SettlementDay described={described} />,
    }
  )
}
