import { writeFileSync } from 'node:fs'
import { isForMerchant } from '@adire/contract/endpoint.ts'
import { contractAreas, listEndpoints } from '@adire/contract/endpoints.ts'
import { type BuiltInRole, effectivePermissions, roleNames, rolePermissions } from '@adire/contract/permissions.ts'

const roles = Object.keys(roleNames) as BuiltInRole[]

const introduction = `# Permissions

Which role may call which endpoint in Live Mode, and which permission a secret key needs. \`npm run permissions\` writes this table from the
contract; \`api/features/team/matrix.test.ts\` calls every endpoint with every role and key, and fails when the server decides otherwise. In
Test Mode a developer may do what an admin may, except what also concerns Live Mode: the team and its approvals, the business and its bank
accounts. "Every member" means that no permission is needed. A key cell is empty when keys may not call the endpoint.
`

export const permissionsFile = new URL('../docs/permissions.md', import.meta.url)

/** The table of endpoints by role, as Markdown. */
export function buildPermissionTable(): string {
  const head = ['Endpoint', 'Permission', ...roles.map((role) => roleNames[role]), 'Key']
  const rows = Object.values(contractAreas)
    .flatMap(listEndpoints)
    .filter(([, endpoint]) => isForMerchant(endpoint))
    .map(([name, { permission, access }]) => [
      `\`${name}\``,
      permission ? `\`${permission}\`` : 'every member',
      ...roles.map((role) =>
        !permission || effectivePermissions(rolePermissions[role], 'LIVE').has(permission) ? 'yes' : '–',
      ),
      access === 'merchant' ? 'yes' : '',
    ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [introduction, line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

if (import.meta.main) writeFileSync(permissionsFile, buildPermissionTable())
