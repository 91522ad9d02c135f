import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isForMerchant } from '@adire/contract/endpoint.ts'
import { allEndpoints } from '@adire/contract/endpoints.ts'
import { allPermissions, secretKeyPermissions } from '@adire/contract/permissions.ts'
import { buildPermissionTable, permissionsFile } from './permission-table.ts'
import { buildStaffPermissionTable, staffPermissionsFile } from './staff-permission-table.ts'

test('docs/permissions.md has the permissions of the contract (npm run permissions writes it)', () => {
  assert.equal(readFileSync(permissionsFile, 'utf8'), buildPermissionTable())
})

test('docs/staff-permissions.md has the permissions of the contract (npm run permissions writes it)', () => {
  assert.equal(readFileSync(staffPermissionsFile, 'utf8'), buildStaffPermissionTable())
})

test('keys can get exactly the permissions of the endpoints that keys may call', () => {
  const ofKeys = Object.values(allEndpoints).flatMap(({ access, permission }) =>
    access === 'merchant' && permission ? [permission] : [],
  )
  assert.deepEqual([...new Set(ofKeys)].sort(), [...secretKeyPermissions].sort())
})

test('every permission opens something', () => {
  const used = new Set(
    Object.values(allEndpoints)
      .filter(isForMerchant)
      .map(({ permission }) => permission),
  )
  assert.deepEqual(
    allPermissions.filter((one) => !used.has(one)),
    [],
  )
})
