import type { Runtime } from '../../runtime.ts'

export async function seedDemo(_runtime: Runtime, _say: (line: string) => void): Promise<void> {}
