import { readFileSync } from 'node:fs'
import { listPayments } from '@adire/contract/payments.ts'
import { type StaffRole, staffRoles } from '@adire/contract/staff-permissions.ts'
import { openBackOffice } from '../support/back-office.ts'
import { openDemo } from '../support/business.ts'
import { nameOf, type PictureKind, states } from './kind.ts'

/** Paths of the back office. As text: Node does not run the JSX that the list imports. */
const source = readFileSync(new URL('../../web/operator/app/screens.tsx', import.meta.url), 'utf8')
const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!)

/** A screen without data of its own. Test mode, because a new product has no business in live mode. */
const framePath = '/account?mode=TEST'

/** The back office, as a person with this role: every screen of its own list, also those that the role does not include. */
const officeOf = (role: StaffRole): PictureKind => ({
  states,
  emptiesLists: true,
  framePath: `/operator${framePath}`,
  async listScreens(url) {
    const { call, merchantId } = await openDemo(url)
    const payment = (await call(listPayments, { limit: 1 })).content[0]!
    const details: Record<string, string> = {
      '/merchants/:id': `/merchants/${merchantId}`,
      '/review/:id': `/review/${merchantId}`,
      '/payments/:merchantId/:id': `/payments/${merchantId}/${payment.id}`,
      '/money/ledger/:kind': '/money/ledger/pending',
      '/money/ledger/:kind/:id': `/money/ledger/pending/${merchantId}`,
    }
    const screens = paths.map((path) => ({
      name: `${role}-${nameOf(path)}`,
      path: `/operator${details[path] ?? path.replaceAll(/:\w+/g, 'some')}?mode=TEST`,
    }))
    return [...screens, { name: `${role}-not-found`, path: '/operator/no-such-page' }]
  },
  signIn: (page, url, state) =>
    openBackOffice(page, url, role, framePath, state === 'long' ? 'Ọláwálé Adéyẹmí-Ọ̀ṣúnkẹ́yẹ̀ Ransome-Kuti' : undefined),
})

/** `office-admin`, `office-support` and so on. */
export const offices: Record<string, PictureKind> = Object.fromEntries(
  staffRoles.map((role) => [`office-${role}`, officeOf(role)]),
)
