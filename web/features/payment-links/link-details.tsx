import { formatNaira } from '@adire/contract/money.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '../../ui/date.ts'
import type { DetailItem } from '../../ui/detail-list.tsx'

/** Settings of a link. Unused options are omitted. */
export function linkDetails(link: PaymentLink): DetailItem[] {
  const {
    amountKobo,
    plan,
    minimumKobo,
    description,
    feeBearer,
    createdAt,
    expiresAt,
    paymentLimit,
    placesTaken,
    quantity,
  } = link
  const { customFields, collectPhone, redirectUrl, successMessage, notificationEmail } = link
  const fieldLabels = [...(collectPhone ? ['Phone number'] : []), ...customFields.map(({ label }) => label)]
  const details: (DetailItem | false)[] = [
    plan !== null && {
      label: 'Plan',
      value: (
        <Link to={`/plans/${plan.id}`} className="text-link hover:underline">
          {plan.name}
        </Link>
      ),
    },
    plan !== null && { label: 'Price', value: `${formatNaira(plan.amountKobo)} ${perInterval[plan.interval]}` },
    plan === null && { label: 'Amount', value: amountKobo === null ? 'Payer chooses' : formatNaira(amountKobo) },
    minimumKobo !== null && { label: 'At least', value: formatNaira(minimumKobo) },
    Boolean(description) && { label: 'Description', value: description },
    plan === null && { label: 'Fee paid by', value: feeBearer === 'merchant' ? 'You' : 'The payer' },
    fieldLabels.length > 0 && { label: 'Questions asked', value: fieldLabels.join(', ') },
    expiresAt !== null && { label: 'Closes', value: `${formatDateTime(expiresAt)} (Lagos)` },
    quantity !== null && {
      label: 'Quantity',
      value: `${quantity.minimum} to ${quantity.maximum}, chosen by the payer`,
    },
    paymentLimit !== null && {
      label: quantity ? 'Units sold' : 'Payments made',
      value: `${placesTaken} of ${paymentLimit}`,
    },
    successMessage !== null && { label: 'Message after paying', value: successMessage },
    link.splitId !== null && {
      label: 'Split',
      value: (
        <Link to={`/split-payment-detail?id=${link.splitId}`} className="text-link hover:underline">
          A split
        </Link>
      ),
    },
    redirectUrl !== null && { label: 'Redirect to', value: redirectUrl },
    notificationEmail !== null && { label: 'Notified by email', value: notificationEmail },
    { label: 'Created', value: formatDate(createdAt) },
  ]
  return details.filter((detail) => detail !== false)
}
