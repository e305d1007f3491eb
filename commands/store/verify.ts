import { ParleyCommand } from '../../src/cli/base-command.js'
import { storeArgs } from '../../src/cli/store/store-args.js'
import { verifyRecords } from '../../src/runtime/services/copy-store.js'

export default class StoreVerify extends ParleyCommand {
  static override summary = 'Compare all records of two stores.'
  static override description =
    'A store is a data folder, or a PostgreSQL database. Neither may be served meanwhile.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> .parley postgres://parley@localhost/parley',
  ]
  static override args = storeArgs

  async run(): Promise<void> {
    const { args, flags } = await this.parse(StoreVerify)
    const verified = await verifyRecords(args)
    this.output(flags).result(verified, () => `Both have the same ${verified.records} records.`)
  }
}
