/** Where the FNV-1a hash of anything begins. */
export const FNV_OFFSET_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** The 32-bit FNV-1a hash of what was hashed so far and one unit more: a byte or a UTF-16 code unit. */
export const fnv1a = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME)

/** Mixes the bits of a hash, as an unsigned number: the low bits of FNV-1a alone are poorly distributed. */
export function mixBits(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
