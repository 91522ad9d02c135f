import { listOfficeMerchants } from '@adire/contract/back-office/merchants.ts'
import { searchOfficePayments } from '@adire/contract/back-office/payments.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { useState } from 'react'
import { formatDateTime } from '../../ui/date.ts'
import { PaletteDialog, type PaletteGroup } from '../../ui/palette-dialog.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useCall } from '../client/api.ts'
import { useDenials } from '../client/person.ts'
import { businessText, paymentPath } from '../payments/payment-columns.tsx'
import { findScreens } from './palette-screens.ts'

const pauseMs = 250
/** Results of each kind; the page of the kind has the others. */
const maxResults = 6
/** One or two letters match too much. */
const shortest = 3

/** Command palette of the back office: opens screens, merchants and payments. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const debounced = useDebounced(typed, pauseMs)
  const denialOf = useDenials()
  const found = useFound(debounced.trim())
  // Results of an earlier query are hidden, so that Enter never opens one of them.
  const foundNow = debounced === typed ? found.groups : []
  return (
    <PaletteDialog
      label="Search merchants, payments, screens"
      typed={typed}
      onType={setTyped}
      groups={[findScreens(typed, denialOf), ...foundNow]}
      isSearching={found.isSearching || debounced !== typed}
      hasFailed={found.hasFailed}
      shortest={shortest}
      onClose={onClose}
    />
  )
}

/** Merchants and payments, of which the person may see them. */
function useFound(search: string) {
  const denialOf = useDenials()
  const isLong = search.length >= shortest
  const merchants = useCall(
    listOfficeMerchants,
    { search: search.slice(0, 100) },
    { enabled: isLong && !denialOf(listOfficeMerchants) },
  )
  const payments = useCall(
    searchOfficePayments,
    { search: search.slice(0, 200) },
    { enabled: isLong && !denialOf(searchOfficePayments) },
  )
  if (!isLong) return { groups: [], isSearching: false, hasFailed: false }
  const groups: PaletteGroup[] = [
    {
      title: 'Merchants',
      items: (merchants.data?.content ?? []).slice(0, maxResults).map(({ id, businessName, merchantCode, mode }) => ({
        id,
        name: businessText({ id, businessName, merchantCode, mode }),
        note: merchantCode,
        to: `/merchants/${id}`,
      })),
    },
    {
      title: 'Payments',
      items: (payments.data?.content ?? []).slice(0, maxResults).map((payment) => ({
        id: payment.id,
        name: `${formatNaira(payment.amountKobo)} from ${payment.customerName ?? payment.customerEmail}`,
        note: `${statusLabel(payment.status)}, ${formatDateTime(payment.createdAt)}, ${payment.business.businessName}`,
        to: paymentPath(payment),
      })),
    },
  ]
  return {
    groups,
    isSearching: merchants.isFetching || payments.isFetching,
    // A search that is too short for payments is no failure.
    hasFailed: [merchants, payments].some(({ error }) => error && error.status !== 400 && error.status !== 422),
  }
}
