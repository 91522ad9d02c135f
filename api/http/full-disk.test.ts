import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { symbols } from 'pino'
import { readConfig } from '../config.ts'
import { atEnd } from '../testing/at-end.ts'
import { openLog } from './log.ts'

test('a log on a full disk neither ends the process nor fills its memory', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-log-'))
  atEnd(t, () => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'log'))
  // Every write to this device fails as on a full disk.
  await symlink('/dev/full', join(dataDir, 'log', 'adire.log'))
  const log = openLog(readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))
  const stream = (log as unknown as Record<symbol, { destroy(): void }>)[symbols.streamSym]!
  atEnd(t, () => stream.destroy())
  // 400 MB of lines: much more than the garbage of a run in which they are dropped.
  const before = process.memoryUsage().rss
  for (let round = 0; round < 10; round++) {
    for (let line = 0; line < 4_000; line++) log.info({ text: 'x'.repeat(10_000) }, 'line')
    await pause(50)
  }
  assert.ok(process.memoryUsage().rss - before < 250 * 1024 * 1024)
})
