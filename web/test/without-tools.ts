// React in development keeps tasks and marks for the tools of the browser, which nobody opens here.
Object.assign(console, { createTask: undefined, timeStamp: undefined })
