import { findPackage } from './package-root.js'

export const readVersion = async (): Promise<string> => (await findPackage()).version
