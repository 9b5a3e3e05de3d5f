/** The store of the demo account. */
export const demoStore = { slug: 'demo', name: 'Demo store', hosts: ['demo.localhost'] };

/** Its guided flows, each a file of examples/flows. */
export const demoFlows = { outfit: 'complete-the-outfit', corner: 'furnish-a-corner' };
