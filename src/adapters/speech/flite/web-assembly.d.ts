/** The part of the WebAssembly API that is used here: TypeScript only has its types together with those of browsers. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, (...parameters: never[]) => number>
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Record<string, ModuleImports>)
    readonly exports: Readonly<Record<string, unknown>>
  }
}
