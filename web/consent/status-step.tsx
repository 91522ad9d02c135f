import { stoppableStatuses } from '@adire/contract/direct-debit.ts'
import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import type { MandatePage } from '@adire/contract/mandate-page-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { CheckoutIcon } from '../checkout/icons.tsx'
import { StatusDisc } from '../checkout/step.tsx'
import { formatDay } from '../ui/date.ts'
import { ConsentHeading, TextLink } from './parts.tsx'
import { TransferWaiting } from './transfer-step.tsx'

type Words = { tone: 'ok' | 'warn' | 'bad' | 'brand'; icon: 'check' | 'clock' | 'alert'; title: string; text: string }

/** Status of a mandate that needs no action by its customer. */
export function StatusStep({ page }: ConsentProps) {
  const { tone, icon, title, text } = wordsFor(page)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StatusDisc tone={tone}>
          <CheckoutIcon name={icon} className="size-7" />
        </StatusDisc>
        <div className="mt-5">
          <ConsentHeading>{title}</ConsentHeading>
        </div>
        <p className="mt-1 text-muted">{text}</p>
        {page.reason && endings.has(page.status) && <p className="mt-1 text-muted wrap-anywhere">{page.reason}.</p>}
      </div>
      {isMoving(page) && <TransferWaiting>Waiting for your bank</TransferWaiting>}
      <Debits page={page} />
      {stoppableStatuses.includes(page.status) && (
        <p>
          <TextLink href="?cancel">Cancel this direct debit</TextLink>
        </p>
      )}
    </div>
  )
}

const endings = new Set(['rejected', 'suspended', 'cancelled'])

/** Whether the status is expected to change soon without the customer; the page polls then. */
export const isMoving = ({ status, readyToDebit, acceptedAt }: MandatePage) =>
  status === 'pending_authorization' ||
  status === 'pending_activation' ||
  (status === 'pending' && acceptedAt !== null) ||
  (status === 'active' && !readyToDebit)

function wordsFor({ status, readyToDebit, business: { name } }: MandatePage): Words {
  switch (status) {
    case 'active':
      return readyToDebit
        ? {
            tone: 'ok',
            icon: 'check',
            title: 'All is set',
            text: `${name} can debit your account as you agreed. No later than the day before each debit, we email you its date and amount.`,
          }
        : {
            tone: 'ok',
            icon: 'check',
            title: 'Your bank has approved it',
            text: 'The first debit can be made within 24 hours. You have nothing more to do.',
          }
    case 'pending_activation':
      return {
        tone: 'brand',
        icon: 'clock',
        title: 'Your NGN 50 has arrived',
        text: 'Your bank is now checking the mandate. Most banks take a few minutes.',
      }
    case 'suspended':
      return {
        tone: 'warn',
        icon: 'alert',
        title: 'Your bank has paused this mandate',
        text: 'Nothing is debited for now. Your bank can tell you why.',
      }
    case 'rejected':
      return {
        tone: 'brand',
        icon: 'check',
        title: 'Request declined',
        text: `Nothing is debited, and we have told ${name}.`,
      }
    case 'authorization_expired':
      return {
        tone: 'warn',
        icon: 'clock',
        title: 'This request has expired',
        text: `Nothing is debited. If you still want it, ask ${name} to send it again.`,
      }
    case 'cancelled':
      return {
        tone: 'brand',
        icon: 'check',
        title: 'Your direct debit is cancelled',
        text: `${name} can no longer debit your account.`,
      }
    case 'expired':
      return {
        tone: 'brand',
        icon: 'check',
        title: 'Your direct debit has ended',
        text: 'Nothing more will be debited. Thank you.',
      }
    default:
      return {
        tone: 'brand',
        icon: 'clock',
        title: 'Thank you',
        text: 'We have told your bank, and are waiting for the account number to send NGN 50 to.',
      }
  }
}

const states: Record<MandatePage['past'][number]['status'], string> = {
  success: 'Debited',
  failed: 'Not debited',
  processing: 'At your bank',
  retrying: 'Will be retried',
  scheduled: 'Planned',
  cancelled: 'Cancelled',
}

function Debits({ page: { coming, past } }: { page: MandatePage }) {
  const debits = [
    ...coming.map((debit) => ({ ...debit, statusText: 'Planned' })),
    ...past.map((debit) => ({ ...debit, statusText: states[debit.status] })),
  ]
  if (debits.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-semibold">Debits</h3>
      <ul className="card divide-y divide-line">
        {debits.map(({ day, amountKobo, statusText }) => (
          <li key={`${day} ${statusText} ${amountKobo}`} className="flex items-center justify-between gap-4 px-4 py-3">
            <span>
              <time dateTime={day} className="block font-medium">
                {formatDay(day)}
              </time>
              <span className="text-sm text-muted">{statusText}</span>
            </span>
            <span className="figures font-medium">{formatNaira(amountKobo)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
