import { getCustomer, isErasedEmail } from '@adire/contract/customers.ts'
import type { CustomerDetail } from '@adire/contract/customers-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import { useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MetadataCard } from '../../domain/metadata-card.tsx'
import { AllowedPart } from '../../ui/allowed-part.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { formatDate } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Timeline, type TimelineTones } from '../../ui/timeline.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerCards } from './customer-cards.tsx'
import { CustomerInvoices } from './customer-invoices.tsx'
import { CustomerMandates } from './customer-mandates.tsx'
import { customerName, customerStatus } from './customer-name.ts'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerPayments } from './customer-payments.tsx'
import { CustomerSubscriptions } from './customer-subscriptions.tsx'

const erasedNote = 'Their personal data was erased. Payments are kept for accounting.'
const back = { to: '/customers', label: 'Customers' }
export function CustomerPage() {
  const { customerId = '' } = useParams()
  const customer = useCall(getCustomer, { id: customerId })
  if (customer.data) return <Found customer={customer.data} />
  return (
    <LoadError
      what="customer"
      back={back}
      read={customer}
      missing="They may belong to another of your businesses or to the other mode."
    />
  )
}

function Found({ customer }: { customer: CustomerDetail }) {
  const { email, payments, paidKobo, averageKobo, failedPayments, events } = customer
  const isErased = isErasedEmail(email)
  const name = customerName(customer)
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusBadge status={customerStatus(customer)} />}
        note={isErased ? erasedNote : name === email ? undefined : email}
        back={back}
        actions={<CustomerActions customer={customer} />}
      />
      {customer.blacklistReason && (
        <p className="mb-6 rounded-md bg-bad-soft px-4 py-3 text-bad">
          You have blocked payments from this customer: {customer.blacklistReason}
        </p>
      )}
      <div className={`${detailColumns} lg:grid-rows-[auto_1fr]`}>
        <Tiles
          tiles={[
            { label: 'Paid', value: <Amount kobo={paidKobo} size="figure" /> },
            { label: 'Payments', value: groupDigits(payments) },
            { label: 'Average', value: <Amount kobo={averageKobo} size="figure" /> },
            { label: 'Failed payments', value: groupDigits(failedPayments) },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList details={listDetails(customer)} />
            </div>
          </Card>
          <MetadataCard metadata={customer.metadata} />
          {!isErased && (
            <AllowedPart needs="charges.view">
              <CustomerCards id={customer.id} />
            </AllowedPart>
          )}
          {!isErased && <CustomerNotes id={customer.id} />}
          <Card title="Timeline">
            <Timeline
              events={events.map(({ paymentId, ...event }) => ({
                ...event,
                ...(paymentId && { to: `/transactions/${paymentId}` }),
              }))}
              tones={tones}
            />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <AllowedPart needs="subscriptions.view">
            <CustomerSubscriptions id={customer.id} email={customer.email} />
          </AllowedPart>
          <AllowedPart needs="invoices.view">
            <CustomerInvoices id={customer.id} email={customer.email} />
          </AllowedPart>
          <AllowedPart needs="direct_debit.view">
            <CustomerMandates id={customer.id} email={customer.email} />
          </AllowedPart>
          <AllowedPart needs="payments.view">
            <CustomerPayments email={customer.email} />
          </AllowedPart>
        </div>
      </div>
    </>
  )
}

const tones: TimelineTones = { success: 'ok', failed: 'bad', blacklisted: 'bad' }

function listDetails({ email, phone, firstPaidAt, lastPaidAt, createdAt }: CustomerDetail): DetailItem[] {
  const dates: [string, string | null][] = [
    ['Added', createdAt],
    ['First paid', firstPaidAt],
    ['Last paid', lastPaidAt],
  ]
  return [
    ...(isErasedEmail(email) ? [] : [{ label: 'Email', value: email }]),
    ...(phone ? [{ label: 'Phone', value: spacedPhone(phone) }] : []),
    ...dates.flatMap(([label, at]) => (at ? [{ label, value: formatDate(at) }] : [])),
  ]
}
