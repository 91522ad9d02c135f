import { createRestrictedKey, createSecretKey, rollApiKey, updateRestrictedKey } from '@adire/contract/api-keys.ts'
import { completePermissions } from '@adire/contract/permissions.ts'
import type { ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { createSecretKeyHandler, rollApiKeyHandler } from '../api-keys/api-keys.ts'
import { findApiKey } from '../api-keys/find-key.ts'
import { createRestrictedKeyHandler, updateRestrictedKeyHandler } from '../api-keys/restricted.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { defineAction } from './action.ts'

async function findKey({ tx, merchant }: ReadContext, id: string) {
  const key = await findApiKey(tx, { merchantId: merchant.id, id })
  if (!key) throw problem.notFound('key')
  return key
}

const listNetworks = (networks: readonly string[] | null | undefined) => networks?.join(', ') ?? 'All addresses'

export const keyActions = [
  defineAction({
    name: 'createSecretKey',
    endpoint: createSecretKey,
    handler: { create: createSecretKeyHandler },
    preview: async () => ({
      title: 'Create the secret key',
      effects: [describeEffect('May do', 'Everything that keys can do')],
    }),
  }),
  defineAction({
    name: 'createRestrictedKey',
    endpoint: createRestrictedKey,
    handler: { create: createRestrictedKeyHandler },
    preview: async (_context, { name, permissions, networks }) => ({
      title: `Create the restricted key ${name}`,
      effects: [
        describeEffect('Name', name),
        describeEffect('May do', completePermissions(permissions).join(', ')),
        describeEffect('From', listNetworks(networks)),
      ],
    }),
  }),
  defineAction({
    name: 'rollApiKey',
    endpoint: rollApiKey,
    handler: { create: rollApiKeyHandler },
    async preview(context, { id }) {
      const key = await findKey(context, id)
      return {
        title: `Rotate the key ${key.name ?? key.display}`,
        subjectId: id,
        effects: [describeEffect('Key', key.display), describeEffect('Old key', 'Works for 24 more hours')],
      }
    },
  }),
  defineAction({
    name: 'updateRestrictedKey',
    endpoint: updateRestrictedKey,
    handler: updateRestrictedKeyHandler,
    async preview(context, { id, name, permissions, networks }) {
      const key = await findKey(context, id)
      return {
        title: `Change the restricted key ${key.name ?? key.display}`,
        subjectId: id,
        effects: [
          ...describeChange('Name', key.name ?? '', name),
          ...describeChange('May do', (key.permissions ?? []).join(', '), completePermissions(permissions).join(', ')),
          ...describeChange('From', listNetworks(key.networks), listNetworks(networks)),
        ],
      }
    },
  }),
]
