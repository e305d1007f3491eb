import { describeStore } from '../support/store-battery.js'
import { opened, temporaryFolder } from '../support/store-folder.js'

describeStore('the store in a folder', async () => opened(await temporaryFolder()))
