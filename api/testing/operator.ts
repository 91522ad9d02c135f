import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { operatorProgram } from '../../scripts/product.mjs'
import type { TestApp } from './app.ts'

interface Output {
  code: number
  text: string
}

const program = fileURLToPath(new URL(`../../${operatorProgram}`, import.meta.url))

/** Runs the built command line of operators beside the running server. */
export function runOperator(api: TestApp, ...words: string[]): Promise<Output> {
  const { dataDir, processors, processorSettings } = api.runtime.config
  const env = {
    ...process.env,
    ...processorSettings,
    PROCESSOR: processors.join(','),
    DATABASE_URL: api.runtime.database.url,
    DATA_DIR: dataDir,
    USER: 'ngozi',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr })
    })
  })
}
