import type { ProcessorDefinition } from '../connector.ts'
import { openSandboxConnector, type SandboxCapability, sandboxCapabilities } from './sandbox.ts'
import { sandboxStore } from './store.ts'

/** The processor of test mode. */
export const sandbox: ProcessorDefinition<SandboxCapability> = {
  name: 'Sandbox',
  capabilities: sandboxCapabilities,
  checkSettings: () => undefined,
  serves: (mode) => mode === 'TEST',
  toReference: (reference) => reference,
  open: ({ config, write }) =>
    openSandboxConnector({ store: sandboxStore(write), bankPageUrl: `${config.publicUrl}/sandbox/3ds` }),
}
