import { writeFileSync } from 'node:fs'
import { backOfficeAreas } from '@adire/contract/back-office/areas.ts'
import { listEndpoints } from '@adire/contract/endpoints.ts'
import { staffRoleNames, staffRolePermissions, staffRoles } from '@adire/contract/staff-permissions.ts'

const introduction = `# Permissions of the staff

Which role of the provider's staff may call which endpoint of the back office. \`npm run permissions\` writes this table from the contract;
\`api/features/staff/matrix.test.ts\` calls every endpoint with every role, and fails when the server decides otherwise. "All staff" means that
no permission is needed besides being signed in. "Confirmed" endpoints also need the second factor again, five minutes before at most.
`

export const staffPermissionsFile = new URL('../docs/staff-permissions.md', import.meta.url)

/** The table of endpoints of the back office by role, as Markdown. */
export function buildStaffPermissionTable(): string {
  const head = ['Endpoint', 'Permission', 'Confirmed', ...staffRoles.map((role) => staffRoleNames[role])]
  const rows = Object.values(backOfficeAreas)
    .flatMap(listEndpoints)
    .filter(([, { access }]) => access === 'staff')
    .map(([name, { staffPermission, confirmed }]) => [
      `\`${name}\``,
      staffPermission ? `\`${staffPermission}\`` : 'all staff',
      confirmed ? 'yes' : '–',
      ...staffRoles.map((role) =>
        !staffPermission || staffRolePermissions[role].includes(staffPermission) ? 'yes' : '–',
      ),
    ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [introduction, line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

if (import.meta.main) writeFileSync(staffPermissionsFile, buildStaffPermissionTable())
