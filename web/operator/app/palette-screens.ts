import type { StaffPermission } from '@adire/contract/staff-permissions.ts'
import type { PaletteGroup } from '../../ui/palette-dialog.tsx'
import { approvalTabs } from '../approvals/approval-tabs.ts'
import { moneyTabs } from '../money/money-tabs.ts'
import { riskTabs } from '../risk/risk-tabs.ts'
import { systemTabs } from '../system/system-tabs.ts'
import { backOfficeScreens } from './screens.tsx'

const needsOf = (path: string) => backOfficeScreens.find((screen) => screen.path === path)?.needs

/** Entries of the sidebar, with their tabs in their place. */
const screens = [
  ...backOfficeScreens.flatMap(({ path, sidebar }) => {
    if (!sidebar) return []
    const tabs = [moneyTabs, systemTabs, riskTabs, approvalTabs].find(([first]) => first?.to === path)
    return (tabs ?? [{ to: path, label: sidebar.label }]).map(({ to, label }) => ({ to, label, area: sidebar.label }))
  }),
  { to: '/account', label: 'Your account', area: 'password passkeys sessions' },
].map((screen) => ({ ...screen, needs: needsOf(screen.to) }))

/** Screens with all typed words that the person may open; all of them when nothing is typed. */
export function findScreens(typed: string, denialOf: (needs: StaffPermission | undefined) => unknown): PaletteGroup {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const items = screens
    .filter(({ needs }) => denialOf(needs) === undefined)
    .filter(({ label, area }) => words.every((word) => ` ${label} ${area}`.toLowerCase().includes(` ${word}`)))
    .map(({ to, label, area }) => ({
      id: to,
      name: label,
      to,
      ...(area !== label && to !== '/account' && { note: area }),
    }))
  return { title: 'Screens', items }
}
