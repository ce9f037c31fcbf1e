throw new Error('it cannot even be loaded')
